// Permissions are equalities between stored columns and the viewer.

/** Holds when every column is true, or equals one of the viewer's own ids. */
export type Clause = Readonly<Record<string, true | 'viewer.investors' | 'viewer.user'>>
export type Rule = 'everything' | 'nothing' | readonly Clause[]
