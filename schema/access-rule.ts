// The one form in which every permission is said: equalities between stored columns and the viewer.

/** All of: column = true, or column = one of the viewer's own. */
export type Clause = Readonly<Record<string, true | 'viewer.investors' | 'viewer.user'>>
/** Any of its clauses. */
export type Rule = 'everything' | 'nothing' | readonly Clause[]
