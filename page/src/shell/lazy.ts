/**
 * Screens that are fetched together: each bundle of its own would cut what it shares with the first
 * visit into more files.
 */

export { DailyScreen } from "../home/daily";
export { Gallery } from "../home/gallery";
export { HistoryOf } from "../table/history";
export { LearnScreen } from "../home/learn";
export { Likings } from "./likings";
export { OddsScreen } from "../lab/odds";
export { Replay } from "../table/replay";
export { RuleText } from "../home/ruletext";
export { ChangeSettings, Setup } from "../home/setup";
export { SheetScreen } from "../sheet/sheet";
export { HandValues } from "../lab/values";
