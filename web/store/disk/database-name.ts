/** One database per person of a tenant. A change of role keeps it, so that no unsent work is lost. */
export const databaseNameOf = (
  identity: { readonly tenantId: string; readonly id: string },
  prefix = 'holdfast',
): string => `${prefix}-${identity.tenantId}-${identity.id}`

/** The Web Lock of the context that syncs this database. */
export const lockNameOf = (database: string): string => `${database}-sync`

/** The channel through which this database's tabs talk. */
export const channelNameOf = (database: string): string => `${database}-tabs`

/** The IndexedDB database with the files that have not been uploaded. */
export const filesDatabaseName = (database: string): string => `${database}-files`

/** The IndexedDB database with the files that other apps have shared and nobody has uploaded yet. */
export const sharedDatabaseName = (database: string): string => `${database}-shared`

/** The IndexedDB database with the files of the server that open without a network. */
export const cachedFilesDatabaseName = (database: string): string => `${database}-kept`
