import i18next from 'i18next'
import type { Photos } from './use-photos.ts'

/** Why the pages are not a file that can be saved. */
export const photosIssue = ({ pages, file, isBusy, problem }: Photos): string | undefined =>
  pages.length > 0 && (isBusy || !file) ? (problem ?? i18next.t('files:photos.preparing')) : undefined
