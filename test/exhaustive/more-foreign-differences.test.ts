import { DIFFERENCES } from "../provider/differences.ts";
import { describeAlone } from "./describe-alone.ts";

describeAlone(DIFFERENCES.filter((_, index) => index % 2 === 1));
