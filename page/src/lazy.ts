/**
 * Screens that are fetched together: each bundle of its own would cut what it shares with the first
 * visit into more files.
 */

export { DailyScreen } from "./daily";
export { Gallery } from "./gallery";
export { HistoryOf } from "./history";
export { LearnScreen } from "./learn";
export { Likings } from "./likings";
export { OddsScreen } from "./odds";
export { Replay } from "./replay";
export { RuleText } from "./ruletext";
export { ChangeSettings, Setup } from "./setup";
export { SheetScreen } from "./sheet";
export { HandValues } from "./values";
