/** The class names that the panel of a poll shares with what stands in its place until it is loaded. */
export type PollStyles = Readonly<Record<string, string>>
