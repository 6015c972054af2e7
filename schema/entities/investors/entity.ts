import { entity } from '#schema/kernel/entity.ts'
import { kycStatuses } from '#schema/kernel/enumerations.ts'
import {
  date,
  email,
  ids,
  maintainedSum,
  moment,
  phone,
  reference,
  text,
  user,
  textWithSuggestions,
} from '#schema/kernel/field-types.ts'
import { byServer, optional, required, staffReads, withDefault } from '#schema/kernel/field-options.ts'
import { staffAnd, staffMay } from '#schema/kernel/access.ts'
import { ownInvestors } from '#schema/kernel/viewer.ts'

export const totalInvestedCurrency = 'USD'

export const investors = entity({
  name: 'investors',
  singular: 'investor',
  table: 'investors',
  fields: {
    /** The first person linked to this record. */
    userId: staffReads(byServer(optional(user()))),
    firstName: required(text(255), 'required'),
    lastName: optional(text(255)),
    email: email(),
    phone: optional(phone()),
    address: optional(text(1000)),
    notes: staffReads(optional(text(10_000))),
    nextContactOn: staffReads(optional(date())),
    referralId: staffReads(optional(reference('referrals'))),
    kycStatus: withDefault(textWithSuggestions(kycStatuses, 50), 'PENDING'),
    /** Reason for the KYC status; a rejection needs one. The audit trail keeps earlier ones. */
    kycReason: staffReads(optional(text(1000))),
    /** Last day of an approval (kyc.ts). */
    kycReviewOn: optional(date()),
    /** Evidence for the last decision. */
    kycDocuments: staffReads(optional(ids())),
    /** Null on a device until the server has accepted the decision. */
    kycDecidedAt: byServer(optional(moment())),
    /** Null after an automatic expiry. */
    kycDecidedBy: staffReads(byServer(optional(user()))),
    /** In this currency; screens convert and add the others. */
    totalInvested: maintainedSum({ entity: 'investments', via: 'investorId', currency: totalInvestedCurrency }),
  },
  acyclicField: 'referralId',
  title: { of: ['firstName', 'lastName'] },
  personal: [{ of: 'self', kept: ['kycStatus', 'kycDocuments'] }],
  access: staffAnd({ read: [{ id: ownInvestors }] }),
  verbs: {
    link: { may: staffMay, writes: ['investorUsers'] },
    unlink: { may: staffMay, writes: ['investorUsers'] },
  },
  groups: [
    ['firstName', 'lastName'],
    ['kycStatus', 'kycReason', 'kycReviewOn', 'kycDocuments'],
  ],
})

export const fullName = (investor: { readonly firstName: string; readonly lastName: string | null }): string =>
  investor.lastName ? `${investor.firstName} ${investor.lastName}` : investor.firstName
