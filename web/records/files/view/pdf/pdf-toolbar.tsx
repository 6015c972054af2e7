import { IconArrowAutofitWidth, IconChevronDown, IconChevronUp, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { IconButton } from '#web/ui/page/icon-button.tsx'
import { SearchInput } from '#web/ui/search/search-input.tsx'
import { PageNumber } from './page-number.tsx'
import classes from './pdf-view.module.css'

interface PdfToolbarProps {
  readonly page: number
  readonly pages: number
  readonly goTo: (page: number) => void
  readonly zoom: (by: 1 | -1) => void
  readonly fit: () => void
  readonly onQuery: (query: string) => void
  readonly searchForm: RefObject<HTMLFormElement | null>
  readonly search: {
    readonly hits: readonly unknown[]
    readonly current: number
    readonly isSearched: boolean
    readonly step: (by: 1 | -1) => void
  }
}

export function PdfToolbar({ page, pages, goTo, zoom, fit, onQuery, searchForm, search }: PdfToolbarProps) {
  const { t } = useTranslation('files')
  const [empty] = useState({ text: '' })
  const { hits, current, isSearched, step } = search
  const isFound = hits.length > 0
  const result = () => {
    if (isFound) return t('viewer.hits', { place: count(current + 1), all: count(hits.length) })
    return isSearched ? t('viewer.noHits') : ''
  }
  return (
    <div className={classes['toolbar']} role="toolbar" aria-label={t('viewer.tools')}>
      <div className={classes['tools']}>
        <IconButton
          label={t('viewer.previousPage')}
          icon={IconChevronUp}
          disabled={page === 1}
          onClick={() => goTo(page - 1)}
        />
        <IconButton
          label={t('viewer.nextPage')}
          icon={IconChevronDown}
          disabled={page === pages}
          onClick={() => goTo(page + 1)}
        />
        <PageNumber page={page} pages={pages} goTo={goTo} />
      </div>
      <div className={classes['tools']}>
        <IconButton label={t('viewer.zoomOut')} icon={IconZoomOut} onClick={() => zoom(-1)} />
        <IconButton label={t('viewer.zoomIn')} icon={IconZoomIn} onClick={() => zoom(1)} />
        <IconButton label={t('viewer.fitWidth')} icon={IconArrowAutofitWidth} onClick={fit} />
      </div>
      <form
        ref={searchForm}
        className={classes['search']}
        onSubmit={(event) => {
          event.preventDefault()
          step(1)
        }}
      >
        <SearchInput hint={t('viewer.search')} value={empty} onType={onQuery} />
        <output className={classes['result']}>{result()}</output>
        <IconButton label={t('viewer.previousHit')} icon={IconChevronUp} disabled={!isFound} onClick={() => step(-1)} />
        <IconButton label={t('viewer.nextHit')} icon={IconChevronDown} disabled={!isFound} onClick={() => step(1)} />
      </form>
    </div>
  )
}
