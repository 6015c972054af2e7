import { aboutOf, type Notice } from './notice.ts'

interface Address {
  readonly to: string
  readonly search: object
}

export type AddressOf = (entity: string, id: string) => Address | null

export function addressOfNotification(notice: Notice, addressOf: AddressOf): Address {
  const about = aboutOf(notice)
  const own = about && addressOf(about.entity, about.id)
  if (own) return own
  const { pathname, searchParams } = new URL(notice.url ?? '/', location.origin)
  return { to: pathname, search: Object.fromEntries(searchParams) }
}
