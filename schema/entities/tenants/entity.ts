// Not an entity: it has no tenant and is not replicated.
import * as z from 'zod/mini'
import { currencies } from '#schema/kernel/enumerations.ts'
import type { Field } from '#schema/kernel/field.ts'
import { choice, count, decimal, flag, text } from '#schema/kernel/field-types.ts'
import { optional, withDefault } from '#schema/kernel/field-options.ts'
import { defaultGrowth } from '#schema/sync/protocol.ts'

const custom = (key: string) => ({ error: key })
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

const inDomains = (input: string): string[] => [
  ...new Set(
    input
      .toLowerCase()
      .split(/[\s,;،؛]+/)
      .map((each) => each.replace(/^@/, ''))
      .filter(Boolean),
  ),
]

/** Separated by commas, spaces or lines; stored as `a.example, b.example`. */
const domains = (): Field<string> => ({
  ...text(2000),
  parser: z.pipe(
    z.string(custom('text')).check(z.maxLength(2000, custom('max'))),
    z.pipe(
      z.transform(inDomains),
      z.pipe(
        z
          .array(z.string())
          .check(z.refine((all: string[]) => all.every((each) => domain.test(each)), custom('domains'))),
        z.transform((all: string[]) => all.join(', ')),
      ),
    ),
  ),
})

const isLoopbackName = (name: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(name)

/** OpenID Connect compares issuers by character, so the text is stored unchanged. */
function isIssuer(input: string): boolean {
  if (!URL.canParse(input) || /[\s\\?#@]/.test(input)) return false
  const { protocol, hostname } = new URL(input)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
}

const issuer = (): Field<string> => ({
  ...text(500),
  parser: z.string(custom('text')).check(z.maxLength(500, custom('max')), z.refine(isIssuer, custom('issuer'))),
})

export const tenantFields = {
  name: text(255),
  baseCurrency: choice(currencies),
  /** In percent, for projects without a valuation; null: none. */
  illustrativeGrowth: withDefault(optional(decimal(5, 2, { min: '-100' })), defaultGrowth),
  /** For invited staff; empty allows all. */
  allowedDomains: optional(domains()),
  /** Days that a device opens without contact to the server; 0: no limit. */
  leaseDays: withDefault(count(365), 30),
  requiresSecondFactor: withDefault(flag(), false),
  oidcIssuer: optional(issuer()),
  oidcClientId: optional(text(255)),
} as const

/** Write-only. */
export const tenantSecrets = {
  oidcClientSecret: optional(text(1000)),
} as const

export const isAllowedDomain = (allowedDomains: string | null, email: string): boolean =>
  !allowedDomains || inDomains(allowedDomains).includes(email.toLowerCase().slice(email.lastIndexOf('@') + 1))
