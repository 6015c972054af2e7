// What the versions before and after the present one differ in.
import type { SourceMutant } from '../mutate-source.ts'

export type VersionName = 'older' | 'present' | 'newer'

const without = (file: string, find: string): SourceMutant => ({ file, find, put: '' })

export const versions: Readonly<Record<VersionName, readonly SourceMutant[]>> = {
  /** Two optional fields, one with a default and a verb that devices do did not exist yet. */
  older: [
    without('schema/projects.ts', '    location: optional(text(255)),\n'),
    without('schema/investors.ts', '    phone: optional(phone()),\n'),
    without('schema/investors.ts', "    kycStatus: withDefault(usually(kycStatuses, 50), 'PENDING'),\n"),
    without('schema/investors.ts', "    ['kycStatus', 'kycReason'],\n"),
    without('schema/acts.ts', '  investors: { merge: mergeInvestors },\n'),
  ],
  present: [],
  /** A field is gone for everybody, another one and an entity for investors. */
  newer: [
    without('schema/projects.ts', '    location: optional(text(255)),\n'),
    { file: 'schema/investors.ts', find: 'phone: optional(phone())', put: 'phone: staffReads(optional(phone()))' },
    { file: 'schema/valuations.ts', find: 'staffAnd({ read: [{ shown: true }] })', put: 'staffAnd({})' },
  ],
}
