export const TOKEN = "correct-horse-battery-staple";

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
