import { entity } from '#schema/kernel/entity.ts'
import { date, email, flag, json, phone, reference, text } from '#schema/kernel/field-types.ts'
import { byServer, optional, required, withDefault } from '#schema/kernel/field-options.ts'
import { staffAnd } from '#schema/kernel/access.ts'

/** From becoming inactive (null: unknown) until active again. */
export type Pause = readonly [from: string | null, to: string]

export const referrals = entity({
  name: 'referrals',
  singular: 'referral',
  table: 'referrals',
  fields: {
    name: required(text(255), 'name'),
    phone: optional(phone()),
    email: optional(email()),
    fullAddress: optional(text(1000)),
    notes: optional(text(10_000)),
    investorId: optional(reference('investors')),
    isActive: withDefault(flag(), true),
    /** The last period without commissions. */
    inactiveFrom: byServer(optional(date())),
    activeFrom: byServer(optional(date())),
    earlierPauses: byServer(optional(json())),
  },
  acyclicField: 'investorId',
  title: { of: ['name'] },
  personal: [{ of: 'self', kept: ['earlierPauses'] }],
  access: staffAnd(),
})
