// A paper: a file somewhere, known by its name.
import { Anchor } from '@mantine/core'
import { isApiPath } from '#schema/kernel/same-origin-path.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useLinkTo } from '#web/ui/page/use-link-to.ts'

/** Where a paper is read; undefined for one of the server's own calls, which would do something instead of showing it. */
export const addressOfPaper = (url: string | null): string | undefined =>
  url && !isApiPath(url, location.origin) ? url : undefined

interface PaperNameProps {
  readonly name: string
  readonly url: string | null
  /** The page of ours that shows it. */
  readonly view?: string | undefined
}

/** Its name, which opens it. */
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
