/** Class names shared by the poll panel and its placeholder. */
export type PollStyles = Readonly<Record<string, string>>
