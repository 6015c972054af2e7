/** One database per person and tenant. A change of role keeps it, so no unsent work is lost. */
export const databaseNameOf = (
  identity: { readonly tenantId: string; readonly id: string },
  prefix = 'holdfast',
): string => `${prefix}-${identity.tenantId}-${identity.id}`

export const lockNameOf = (database: string): string => `${database}-sync`

export const channelNameOf = (database: string): string => `${database}-tabs`

export const filesDatabaseName = (database: string): string => `${database}-files`

export const sharedDatabaseName = (database: string): string => `${database}-shared`

export const cachedFilesDatabaseName = (database: string): string => `${database}-kept`
