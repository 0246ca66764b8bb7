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
  daily_share: "Share the result",
} as const;
