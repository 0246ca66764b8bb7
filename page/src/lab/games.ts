/** The games that have a laboratory. */

/** Those of which the exact odds are known. */
export const WITH_ODDS = ["penney", "three-card-poker"] as const;

/** Those of which it is known what every hand is worth. */
export const WITH_VALUES: readonly string[] = ["three-card-poker"];
