import { entity } from '#schema/kernel/entity.ts'
import { date, email, flag, json, phone, reference, text } from '#schema/kernel/field-types.ts'
import { byServer, optional, required, withDefault } from '#schema/kernel/field-options.ts'
import { staffAnd } from '#schema/kernel/viewer.ts'

/** The day on which a contact became inactive, null when it is not known, and the day on which they were active again. */
export type Pause = readonly [from: string | null, to: string]

/** A contact who refers investors. */
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
    /** The contact is an investor, too. */
    investorId: optional(reference('investors')),
    isActive: withDefault(flag(), true),
    /** The last time without commissions: from the day on which the contact became inactive until they were active again. */
    inactiveFrom: byServer(optional(date())),
    activeFrom: byServer(optional(date())),
    /** The pauses before that one. */
    earlierPauses: byServer(optional(json())),
  },
  acyclicField: 'investorId',
  title: { of: ['name'] },
  access: staffAnd(),
})
