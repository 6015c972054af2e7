import type { Check } from './check.ts'
import { checkBackups } from './checks/backups.ts'
import { checkClocks } from './checks/clocks.ts'
import { checkDatabase } from './checks/database.ts'
import { checkDatabaseRoles } from './checks/database-roles.ts'
import { checkFreeSpace } from './checks/free-space.ts'
import { checkMail } from './checks/mail.ts'
import { checkMigrations } from './checks/migrations.ts'
import { checkProxies } from './checks/proxies.ts'
import { checkPublicAddress } from './checks/public-address.ts'
import { checkPushKeys } from './checks/push-keys.ts'
import { checkSettings } from './checks/settings.ts'
import { checkSignInProviders } from './checks/sign-in-providers.ts'
import { checkStorage } from './checks/storage.ts'

export const checks: readonly Check[] = [
  checkSettings,
  checkDatabase,
  checkDatabaseRoles,
  checkMigrations,
  checkClocks,
  checkStorage,
  checkFreeSpace,
  checkBackups,
  checkPublicAddress,
  checkProxies,
  checkMail,
  checkPushKeys,
  checkSignInProviders,
]
