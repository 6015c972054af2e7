import { useRouter } from '@tanstack/react-router'
import type { EntityName } from '#schema/registry.ts'
import { hasDetails } from './entity-texts.ts'
import { useRecordLink } from './record-link-context.ts'

export function useOpenRecord(): (entity: EntityName, id: string) => (() => void) | undefined {
  const router = useRouter({ warn: false })
  const addressOf = useRecordLink()
  return (entity, id) => {
    const address = hasDetails(entity) ? addressOf(entity, id) : null
    return address === null ? undefined : () => void router.navigate({ to: address.to, search: address.search })
  }
}
