import i18next from 'i18next'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SharedFile } from '#web/store/base/shared-file.ts'
import { problemText } from '#web/ui/problem-text.ts'
import { useStore } from '#web/ui/store-context.ts'
import { type Quad, rotated, wholePhoto } from './geometry.ts'
import { detectCorners } from './scan.ts'
import type { ScannedPage } from './scanned-page.ts'
import { readPhoto } from './read-photo.ts'
import { usePhotosFile } from './use-photos-file.ts'

export interface Photos {
  readonly pages: readonly ScannedPage[]
  /** Begun in one other form: those of several forms are different documents. */
  readonly others: readonly ScannedPage[]
  readonly file: File | undefined
  /** By the page's id. */
  readonly pictures: ReadonlyMap<string, string>
  readonly isBusy: boolean
  readonly problem: string | undefined
  /** False if one of them could not be stored. */
  add(files: readonly File[]): Promise<boolean>
  replace(page: ScannedPage, photo: File): Promise<void>
  change(page: ScannedPage, corners: Quad): Promise<void>
  rotate(page: ScannedPage): Promise<void>
  /** Exchanges it with its neighbor. */
  move(page: ScannedPage, by: 1 | -1): Promise<void>
  remove(pages: readonly ScannedPage[]): Promise<void>
  moveOthersHere(): Promise<void>
  readonly open: (page: ScannedPage) => Promise<File | null>
}

const isPage = (shared: SharedFile): shared is ScannedPage => shared.page !== undefined
const byPosition = (one: ScannedPage, other: ScannedPage): number => one.page.position - other.page.position

export function usePhotos(form: string): Photos {
  const store = useStore()
  const { shared } = store
  const [all, setAll] = useState<readonly ScannedPage[]>([])
  const [working, setWorking] = useState(0)
  const [problem, setProblem] = useState<string>()
  const latest = useRef(all)
  const show = useCallback((files: readonly SharedFile[]) => {
    const found = files.filter(isPage).toSorted(byPosition)
    latest.current = found
    setAll(found)
  }, [])
  useEffect(() => {
    // If storage fails, adding a photo explains it.
    shared.all().then(show, () => {})
  }, [shared, show])
  const read = () => shared.all().then(show)
  const open = useCallback((page: ScannedPage) => shared.open(page), [shared])
  const pages = all.filter(({ page }) => page.form === form)
  const otherForm = all.find(({ page }) => page.form !== form)?.page.form
  const others = all.filter(({ page }) => page.form === otherForm)
  const { file, pictures, isDrawing, isUnreadable } = usePhotosFile(pages, open)

  /** Shows what is stored, even after a failure. */
  const work = async <T>(run: () => Promise<T>): Promise<T | undefined> => {
    setWorking((n) => n + 1)
    setProblem(undefined)
    try {
      return await run()
    } catch (error) {
      setProblem(problemText(error) ?? i18next.t('common:errorOccurred'))
      return undefined
    } finally {
      await read().catch(() => {})
      setWorking((n) => n - 1)
    }
  }
  const storePhoto = async (file: File, position: number): Promise<boolean> => {
    const photo = await readPhoto(file)
    if (!photo) {
      setProblem(i18next.t('files:photos.unreadable', { name: file.name }))
      return false
    }
    const corners = (await detectCorners(photo).catch(() => null)) ?? wholePhoto
    await shared.addPage(store.newId(), new File([photo], file.name, { type: photo.type }), { form, position, corners })
    return true
  }
  const nextPosition = () => 1 + Math.max(0, ...latest.current.map(({ page }) => page.position))
  return {
    pages,
    others,
    file,
    pictures,
    isBusy: working > 0 || isDrawing,
    problem: problem ?? (isUnreadable ? i18next.t('files:photos.unreadableStored') : undefined),
    open,
    add: async (files) =>
      (await work(async () => {
        let areStored = true
        for (const file of files) {
          areStored = (await storePhoto(file, nextPosition())) && areStored
          await read()
        }
        return areStored
      })) ?? false,
    replace: (page, photo) =>
      work(async () => {
        if (await storePhoto(photo, page.page.position)) await shared.remove(page)
      }),
    change: (page, corners) => work(() => shared.changePage(page, { ...page.page, corners })),
    rotate: (page) =>
      work(async () => {
        // Pressed twice, it turns twice.
        const stored = latest.current.find(({ id }) => id === page.id) ?? page
        await shared.changePage(stored, { ...stored.page, corners: rotated(stored.page.corners) })
      }),
    move: async (page, by) => {
      const other = pages[pages.indexOf(page) + by]
      if (!other) return
      await work(async () => {
        await shared.changePage(page, { ...page.page, position: other.page.position })
        await shared.changePage(other, { ...other.page, position: page.page.position })
      })
    },
    remove: (removed) =>
      work(async () => {
        for (const page of removed) await shared.remove(page)
      }),
    moveOthersHere: () =>
      work(async () => {
        let position = nextPosition()
        for (const page of others) await shared.changePage(page, { ...page.page, form, position: position++ })
      }),
  }
}
