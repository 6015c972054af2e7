import { createHash, randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import type { SecondFactorState, TotpOffer } from '#schema/entities/users/second-factor.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import type { Actor } from '#server/records/actor.ts'
import { changeDirectory, type RecordAction } from '#server/records/write/directory-actions.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { secondFactorAccount } from './attempts.ts'
import { aboutAccount, type Counter, type Counters, counterKey } from './counters.ts'
import { totpAad } from '#server/secrets/aad.ts'
import { SealBroken, type Seals } from '#server/secrets/seal.ts'

export interface SecondFactorDeps extends WriteDeps {
  readonly seals: Seals
}

export interface Account {
  readonly id: string
  readonly tenantId: string
  readonly email: string
}

const stepSeconds = 30
const offerMs = 15 * 60_000
const dayMs = 86_400_000
const recoveryCodes = 10

export async function secondFactorOf(sql: Statements, userId: string): Promise<SecondFactorState> {
  const [found] = await sql<SecondFactorState[]>`
    select u.password_hash is not null as "hasPassword", u.totp_encrypted is not null as "isOn",
      t.requires_second_factor as "isRequired",
      jsonb_array_length(coalesce(u.recovery_hashes, '[]')) as "recoveryCodesLeft"
    from directory.users u join directory.tenants t on t.id = u.tenant_id where u.id = ${userId}`
  return found!
}

/** Stores nothing until the person has confirmed a code. */
export function offerTotp(
  deps: SecondFactorDeps,
  account: Account,
  previousOffer: string | null = null,
): Omit<TotpOffer, 'picture'> {
  const { seals, now } = deps
  const { id, tenantId, email } = account
  // After a mistyped code the app already has the secret.
  const secret = (previousOffer !== null && readOffer(deps, account, previousOffer)) || generateSecret()
  const offered = JSON.stringify({ secret, until: now().getTime() + offerMs })
  return {
    offer: seals.seal(offered, totpAad(tenantId, id, 'offer')),
    secret,
    uri: generateURI({ issuer: 'Holdfast', label: email, secret }),
  }
}

/** One step early or late is accepted. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret, token, epoch, epochTolerance: stepSeconds })
  return result.valid ? Math.floor(epoch / stepSeconds) + result.delta : undefined
}

function readOffer({ seals, now }: SecondFactorDeps, { id, tenantId }: Account, offer: string): string | undefined {
  try {
    const aad = totpAad(tenantId, id, 'offer')
    const { secret, until } = JSON.parse(seals.open(offer, aad)) as {
      readonly secret: string
      readonly until: number
    }
    return until > now().getTime() ? secret : undefined
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

const normalizeCode = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')
const hashOf = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId} ${normalizeCode(code)}`)
    .digest('base64url')
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const newCodes = (): string[] =>
  Array.from({ length: recoveryCodes }, () =>
    [...randomBytes(16)]
      .map((byte) => letters[byte % letters.length]!)
      .join('')
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  )

async function storeCodes(sql: Statements, { id }: Account, codes: readonly string[]): Promise<void> {
  const hashes = JSON.stringify(codes.map((code) => hashOf(id, code)))
  await sql`update directory.users set recovery_hashes = ${hashes}::text::jsonb where id = ${id}`
}

interface SubmittedCode {
  readonly offer: string
  readonly code: string
  readonly passwordHash?: string | null
}

/**
 * Returns the recovery codes; undefined for a wrong code, null for an expired offer. `passwordHash`: only while it is
 * current and no second factor exists.
 */
export async function acceptOffer(
  deps: SecondFactorDeps,
  actor: Actor,
  account: Account,
  { offer, code, passwordHash = null }: SubmittedCode,
): Promise<readonly string[] | undefined | null> {
  const { id, tenantId } = account
  const secret = readOffer(deps, account, offer)
  if (secret === undefined) return null
  const step = stepOf(secret, code, deps.now())
  if (step === undefined) return undefined
  return changeDirectory(deps, async (sql, recordAction) => {
    if (await isUsed(sql, deps, account, secret, step)) return undefined
    const sealed = deps.seals.seal(secret, totpAad(tenantId, id))
    const turnedOn = await sql`
      update directory.users set totp_encrypted = ${sealed}, totp_step = ${step}, updated_at = ${deps.now().toISOString()}
      where id = ${id} and (${passwordHash}::text is null or password_hash = ${passwordHash} and totp_encrypted is null)`
    if (turnedOn.count === 0) return undefined
    const codes = newCodes()
    await storeCodes(sql, account, codes)
    const details = { secrets: ['totp', 'recoveryCodes'] }
    await recordAction(actor, { entity: 'users', verb: 'enrolTotp', entityId: id, details })
    return codes
  })
}

/** True after this code or a later one. Locks the person. */
async function isUsed(
  sql: Statements,
  { seals }: SecondFactorDeps,
  { id, tenantId }: Account,
  secret: string,
  step: number,
): Promise<boolean> {
  const [now] = await sql<{ sealed: string | null; isLater: boolean | null }[]>`
    select totp_encrypted as sealed, totp_step >= ${step} as "isLater" from directory.users where id = ${id} for update`
  if (!now?.sealed || !now.isLater) return false
  try {
    return seals.open(now.sealed, totpAad(tenantId, id)) === secret
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}

/** Twenty wrong codes a day lock code entry. The key holds the secret, so a reset by an administrator helps immediately. */
const wrongCodes = (userId: string, sealed: string): Counter => ({
  key: counterKey('wrong codes', userId, sealed),
  about: [aboutAccount(secondFactorAccount(userId))],
  allowed: 20,
  pauseMs: dayMs,
  ttlMs: dayMs,
})

export const isFirstLockoutNotice = async (counters: Counters, userId: string): Promise<boolean> =>
  (await counters.count([{ key: counterKey('told of codes', userId), allowed: 1, pauseMs: dayMs, ttlMs: dayMs }])) !==
  null

export interface Locked {
  readonly lockedFor: number
}

/** Each code works once, even in parallel. After too many wrong ones, only recovery codes work for a day. */
export async function redeemCode(
  deps: SecondFactorDeps & { readonly counters: Counters },
  actor: Actor,
  account: Account,
  code: string,
): Promise<boolean | Locked> {
  const { counters } = deps
  const { directory } = deps.database
  const [user] = await directory<{ sealed: string | null }[]>`
    select totp_encrypted as sealed from directory.users where id = ${account.id} and is_active`
  if (!user?.sealed) return false
  const secret = deps.seals.open(user.sealed, totpAad(account.tenantId, account.id))
  const counter = wrongCodes(account.id, user.sealed)
  // Counted first, so that parallel attempts are limited too.
  const undo = await counters.count([counter])
  const step = undo ? stepOf(secret, code, deps.now()) : undefined
  const isRight =
    step === undefined ? await redeemRecoveryCode(deps, actor, account, code) : await redeemStep(deps, account, step)
  if (isRight) {
    await undo?.()
    return true
  }
  const [lockedFor = 0] = await counters.waits([counter])
  return lockedFor > 0 && { lockedFor }
}

async function redeemStep({ database }: SecondFactorDeps, { id }: Account, step: number): Promise<boolean> {
  const used = await database.directory`
    update directory.users set totp_step = ${step} where id = ${id} and coalesce(totp_step, 0) < ${step}`
  return used.count === 1
}

const redeemRecoveryCode = (deps: SecondFactorDeps, actor: Actor, { id }: Account, code: string): Promise<boolean> =>
  changeDirectory(deps, async (sql, recordAction) => {
    const hash = hashOf(id, code)
    const used = await sql`
      update directory.users set recovery_hashes = recovery_hashes - ${hash}::text
      where id = ${id} and jsonb_exists(recovery_hashes, ${hash})`
    if (used.count === 0) return false
    await recordAction(actor, { entity: 'users', verb: 'useRecoveryCode', entityId: id, details: {} })
    return true
  })

export const renewRecoveryCodes = (
  deps: SecondFactorDeps,
  actor: Actor,
  account: Account,
): Promise<readonly string[] | undefined> =>
  changeDirectory(deps, async (sql, recordAction) => {
    const [user] = await sql<{ isOn: boolean }[]>`
      select totp_encrypted is not null as "isOn" from directory.users where id = ${account.id} for update`
    if (!user?.isOn) return undefined
    const codes = newCodes()
    await storeCodes(sql, account, codes)
    const details = { secrets: ['recoveryCodes'] }
    await recordAction(actor, { entity: 'users', verb: 'renewRecoveryCodes', entityId: account.id, details })
    return codes
  })

export async function removeTotp(
  sql: Statements,
  recordAction: RecordAction,
  actor: Actor,
  userId: string,
  now: Date,
): Promise<boolean> {
  const removed = await sql`
    update directory.users
    set totp_encrypted = null, totp_step = null, recovery_hashes = null, updated_at = ${now.toISOString()}
    where id = ${userId} and totp_encrypted is not null`
  if (removed.count === 0) return false
  await recordAction(actor, { entity: 'users', verb: 'removeTotp', entityId: userId, details: { secrets: ['totp'] } })
  return true
}
