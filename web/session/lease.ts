import type { Contact } from '#web/store/disk/identity.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { effectiveContact, leaseEndOf } from '#web/store/disk/lease-end.ts'

export interface LeaseDeps {
  readonly contact: () => Promise<Contact | null>
  readonly saveContact: (contact: Contact) => Promise<void>
  readonly now: () => number
}

export function createLease({ contact, saveContact, now }: LeaseDeps) {
  // A full disk must not block anyone's work.
  const save = (contact: Contact): Promise<void> => saveContact(contact).catch(() => {})

  async function renew({ id }: Pick<Identity, 'id'>): Promise<void> {
    const at = now()
    await save({ person: id, at, seen: at })
  }

  /** Without a recorded contact, the lease starts now. */
  async function contactOf({ id }: Pick<Identity, 'id'>): Promise<Contact> {
    const saved = await contact()
    const at = now()
    if (saved?.person === id) return effectiveContact(at, saved)
    const first = { person: id, at, seen: at }
    await save(first)
    return first
  }

  const isLimited = ({ leaseDays = 0 }: Identity): boolean => leaseDays > 0

  const endsAt = async (identity: Identity): Promise<number> =>
    isLimited(identity) ? leaseEndOf(identity, await contactOf(identity)) : Infinity

  async function isOver(identity: Identity): Promise<boolean> {
    if (!isLimited(identity)) return false
    const saved = await contactOf(identity)
    void save(saved)
    return saved.seen > leaseEndOf(identity, saved)
  }

  return { renew, endsAt, isOver }
}
