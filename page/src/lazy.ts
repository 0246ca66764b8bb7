/**
 * Screens that are fetched together, by the names that `shell/later.tsx` has for them: each bundle of
 * its own would cut what it shares with the first visit into more files.
 */

export { AsText as as_text } from "./table/astext";
export { CameraScreen as camera } from "./sheet/camera";
export { DailyScreen as daily } from "./home/daily";
export { DealsScreen as deals } from "./home/deals";
export { Gallery as cards } from "./home/gallery";
export { HistoryOf as played } from "./history/attable";
export { OwnHistory as history } from "./history/own";
export { MatchScreen as match } from "./history/stepping";
export { ReviewScreen as review } from "./history/review";
export { LearnScreen as learn } from "./home/learn";
export { Likings as likings } from "./home/likings";
export { OddsScreen as odds } from "./lab/odds";
export { PuzzleScreen as puzzle } from "./home/puzzle";
export { Replay as replay } from "./table/replay";
export { Invitation as invitation, Invite as invite } from "./seats/invitation";
export { EverySeat as seats } from "./seats/everyseat";
export { DealCheck as check } from "./seats/checking";
export { RuleText as rules } from "./table/ruletext";
export { ChangeSettings as change, Setup as new } from "./home/setup";
export { SheetScreen as sheet } from "./sheet/sheet";
export { HandValues as values } from "./lab/values";
