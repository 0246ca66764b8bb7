/** What was played at a table before. */

export const history = {
  history_empty: "No match has been finished here yet.",
  history_standings: "Who won",
  history_who: "Player",
  history_won: "Won",
  history_played: "Played",
  history_since: "Since",
  history_pairs: "With whom",
  history_pair: "{one} and {two}",
  matches_one: "{n} match",
  matches_many: "{n} matches",
  save_json: "Save as JSON",
} as const;
