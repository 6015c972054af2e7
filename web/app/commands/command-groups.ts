export const commandGroups = ['create', 'screens', 'actions'] as const
export type CommandGroup = (typeof commandGroups)[number]
