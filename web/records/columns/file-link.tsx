import { Anchor } from '@mantine/core'
import { isApiPath } from '#schema/kernel/same-origin-path.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useLinkTo } from '#web/ui/page/use-link-to.ts'

/** Undefined for an address of our API: opening it would run the call. */
export const safeAddress = (url: string | null): string | undefined =>
  url && !isApiPath(url, location.origin) ? url : undefined

interface FileNameProps {
  readonly name: string
  readonly url: string | null
  readonly viewAddress?: string | undefined
}

export function FileName({ name, url, viewAddress }: FileNameProps) {
  const linkTo = useLinkTo()
  const address = viewAddress ?? safeAddress(url)
  if (address === undefined) return <Name>{name}</Name>
  return (
    <Anchor {...linkTo(address, true)}>
      <Name>{name}</Name>
    </Anchor>
  )
}
