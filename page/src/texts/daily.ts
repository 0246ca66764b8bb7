/** The deal of the day. */

export const daily = {
  daily_of: "Deal of {day}",
  daily_title: "{game}, deal of {day}",
  daily_points: "Your points: {n}",
  daily_strong: "{who}: {n}",
  daily_thinking: "The computer player ({who}) is still playing this deal.",
  daily_better: "You did better.",
  daily_worse: "That was better than yours.",
  daily_equal: "Just as good.",
  daily_friends: "What your friends made of it",
  daily_friends_none: "Nobody you have sat at a table with has finished this deal yet.",
  daily_me: "You",
  daily_first: "Your first result counts: {n}.",
  daily_share: "Share the result",
} as const;
