// The firm's lease: how long a device shows its data without contact to the server.
import type { Contact } from '#web/store/disk/identity.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { effectiveContact, leaseEndOf } from '#web/store/disk/lease-end.ts'

export interface LeaseDeps {
  readonly contact: () => Promise<Contact | null>
  readonly keepContact: (contact: Contact) => Promise<void>
  readonly now: () => number
}

export function createLease({ contact, keepContact, now }: LeaseDeps) {
  // A full disk must not block anyone's work.
  const keep = (contact: Contact): Promise<void> => keepContact(contact).catch(() => {})

  async function renew({ id }: Pick<Identity, 'id'>): Promise<void> {
    const at = now()
    await keep({ person: id, at, seen: at })
  }

  /** Without a recorded contact, the lease starts now. */
  async function contactOf({ id }: Pick<Identity, 'id'>): Promise<Contact> {
    const known = await contact()
    const at = now()
    if (known?.person === id) return effectiveContact(at, known)
    const first = { person: id, at, seen: at }
    await keep(first)
    return first
  }

  const isLimited = ({ leaseDays = 0 }: Identity): boolean => leaseDays > 0

  /** In ms since 1970 by the device's clock; Infinity without a limit. */
  const endsAt = async (identity: Identity): Promise<number> =>
    isLimited(identity) ? leaseEndOf(identity, await contactOf(identity)) : Infinity

  async function isOver(identity: Identity): Promise<boolean> {
    if (!isLimited(identity)) return false
    const known = await contactOf(identity)
    void keep(known)
    return known.seen > leaseEndOf(identity, known)
  }

  return { renew, endsAt, isOver }
}
