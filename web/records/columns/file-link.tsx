import { Anchor } from '@mantine/core'
import { isApiPath } from '#schema/kernel/same-origin-path.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useLinkTo } from '#web/ui/page/use-link-to.ts'

/** Undefined for an address of our API: opening it would run the call. */
export const addressOfPaper = (url: string | null): string | undefined =>
  url && !isApiPath(url, location.origin) ? url : undefined

interface PaperNameProps {
  readonly name: string
  readonly url: string | null
  readonly view?: string | undefined
}

export function PaperName({ name, url, view }: PaperNameProps) {
  const linkTo = useLinkTo()
  const address = view ?? addressOfPaper(url)
  if (address === undefined) return <Name>{name}</Name>
  return (
    <Anchor {...linkTo(address, true)}>
      <Name>{name}</Name>
    </Anchor>
  )
}
