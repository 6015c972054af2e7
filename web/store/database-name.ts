/** One database per person of a tenant; a change of role keeps it, so that no unsent work is stranded. */
export const databaseNameOf = (
  identity: { readonly tenantId: string; readonly id: string },
  prefix = 'holdfast',
): string => `${prefix}-${identity.tenantId}-${identity.id}`

/** The Web Lock of whoever syncs this database. */
export const lockNameOf = (database: string): string => `${database}-sync`

/** The channel on which the tabs of this database talk. */
export const channelNameOf = (database: string): string => `${database}-tabs`
