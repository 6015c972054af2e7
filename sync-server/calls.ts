import type { Logger } from 'pino'
import { registry, replicatedEntities } from '#schema/registry.ts'
import { recordHistoryCall } from './entities/activities/record-history.ts'
import { auditCalls } from './entities/audit-logs/routes.ts'
import type { Sessions } from './auth/sessions.ts'
import { commissionCalls } from './entities/commissions/run-call.ts'
import { accountCalls, accountEntities } from './entities/financial-accounts/routes.ts'
import { metricsCalls } from './dashboard/metrics-call.ts'
import type { FileStore } from './files/file-store.ts'
import { heldFileCalls } from './files/held-file-calls.ts'
import { fileCalls } from './files/open-file.ts'
import { heldFilesOf } from './files/accept-held-file.ts'
import { uploadCalls } from './files/upload-calls.ts'
import { invitationCalls } from './firms/invitation-calls.ts'
import { firmCalls } from './firms/routes.ts'
import { acceptProvenInvitation } from './firms/invitations.ts'
import { linkPerson } from './entities/investors/link-person.ts'
import { mergedInto } from './entities/investors/merged-into.ts'
import { unlinkPerson } from './entities/investors/unlink-person.ts'
import type { ListDeps } from './http/calls/list-response.ts'
import type { ConsumeOperations } from './http/limits/operation-limit.ts'
import type { Call } from './http/calls/call.ts'
import { descriptionCall } from './http/openapi/description-call.ts'
import { createIdempotency } from './http/calls/idempotency.ts'
import { restCalls } from './http/calls/rest.ts'
import { nestedRestCalls, type NestedRoute } from './http/calls/nested-rest.ts'
import type { AuditRefusal } from './http/security/audit-refusals.ts'
import { heldChangeCalls } from './held-changes/routes.ts'
import { importCalls } from './import/routes.ts'
import type { Mail } from './mail/mail.ts'
import type { OnFeedPage } from './monitoring/observers.ts'
import { pushCalls } from './entities/push-subscriptions/routes.ts'
import type { Events } from './records/audit/events.ts'
import type { WriteDeps } from './records/rows/entity-rules.ts'
import type { Seals } from './secrets/seal.ts'
import { sessionCalls } from './entities/sessions/routes.ts'
import { forgotCalls } from './sign-in/forgot.ts'
import { oidcCalls } from './sign-in/oidc.ts'
import { profileCall } from './sign-in/change-profile.ts'
import { passwordCall } from './sign-in/password.ts'
import { resetCalls } from './sign-in/reset.ts'
import { roleSwitchCalls } from './sign-in/role-switch.ts'
import { type DemoAccounts, signInCalls, type SignInDeps } from './sign-in/routes.ts'
import { secondFactorAtSignInCalls } from './sign-in/second-factor-at-sign-in.ts'
import { totpCalls } from './sign-in/totp.ts'
import type { Streams } from './sync/stream.ts'
import { syncCalls } from './sync/routes.ts'
import { tenantCalls } from './entities/tenants/routes.ts'
import { trashCalls } from './trash/routes.ts'
import { userCalls } from './entities/users/routes.ts'
import { verbs } from '#schema/verbs.ts'
import { actCall } from './http/calls/act-call.ts'
import { serverVerbs } from './verbs.ts'

const { referrals, referralAttachments, referralCommissions } = registry

const nestedRoutes: readonly NestedRoute[] = [
  { parent: referrals, segment: 'commissions', entity: referralCommissions, by: 'referralId' },
  { parent: referrals, segment: 'attachments', entity: referralAttachments, by: 'referralId' },
]

export interface ServerDeps extends WriteDeps {
  readonly sessions: Sessions
  readonly streams: Streams
  readonly seals: Seals
  readonly events: Events
  readonly files: FileStore
  readonly log: Logger
  readonly demo: DemoAccounts
  readonly mayNarrowRole?: boolean
  /** Only where nobody else reaches the server. */
  readonly allowsPrivateProviders?: boolean
  /** See auth/links-shown.ts. */
  readonly invitationLinks?: 'shown' | 'mailed' | undefined
  /** Absent without a mail server. */
  readonly mail?: Mail | undefined
  /** The public VAPID key. */
  readonly pushKey: string
  readonly isSecure: boolean
  readonly publicUrl: string | undefined
  readonly onFeedPage?: OnFeedPage | undefined
}

interface CallDeps extends ServerDeps, ListDeps, Pick<SignInDeps, 'addressOf' | 'endSession' | 'logSecurityEvent'> {
  readonly consume: ConsumeOperations
  readonly auditRefusal: AuditRefusal
}

export function callsOf(given: CallDeps): readonly Call[] {
  const deps = { ...given, once: createIdempotency(given) }
  const currentRecord = (tenantId: string, investorId: string): Promise<string> =>
    deps.database.tenant(tenantId, (tx) => mergedInto(tx, investorId))
  const accepting = {
    ...deps,
    link: async (tenantId: string, userId: string, investorId: string) =>
      linkPerson.run(deps, { kind: 'system', tenantId }, await currentRecord(tenantId, investorId), { userId }),
    unlink: async (tenantId: string, userId: string, investorId: string) =>
      unlinkPerson.run(deps, { kind: 'system', tenantId }, await currentRecord(tenantId, investorId), { userId }),
  }
  const calls = [
    ...signInCalls(deps),
    ...roleSwitchCalls(deps),
    passwordCall(deps),
    profileCall(deps),
    ...oidcCalls({
      ...deps,
      acceptInvitationOf: (tenantId, person) => acceptProvenInvitation(accepting, tenantId, person),
    }),
    ...secondFactorAtSignInCalls(deps),
    ...totpCalls(deps),
    ...resetCalls(deps),
    ...forgotCalls(deps),
    ...firmCalls(accepting),
    ...invitationCalls(deps),
    ...userCalls(deps),
    ...tenantCalls(deps),
    ...sessionCalls(deps),
    ...heldChangeCalls({ ...deps, heldFiles: heldFilesOf(deps) }),
    ...heldFileCalls(deps),
    ...syncCalls(deps),
    ...trashCalls(deps),
    ...auditCalls(deps),
    recordHistoryCall(deps),
    ...metricsCalls(deps),
    ...commissionCalls(deps),
    ...accountCalls(deps),
    ...pushCalls(deps),
    ...importCalls(deps),
    ...uploadCalls(deps),
    ...fileCalls(deps),
    ...replicatedEntities.flatMap((entity) => restCalls(deps, entity)),
    ...nestedRoutes.flatMap((under) => nestedRestCalls(deps, under)),
    ...serverVerbs.map((verb) => verb.call(deps)),
    ...verbs.map((verb) => actCall(deps, verb)),
  ]
  return [...calls, descriptionCall(calls, [...replicatedEntities, ...accountEntities])]
}
