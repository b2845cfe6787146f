/** Shows the text of a schema, whose backticks mark code. */
export const RichText = ({ text }: { readonly text: string }) => (
	<>
		{text
			.split("`")
			.map((part, index) =>
				index % 2 ? <code key={index}>{part}</code> : part,
			)}
	</>
);
