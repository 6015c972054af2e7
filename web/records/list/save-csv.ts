import { untilDone } from '#web/store/base/time-slicing.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { screenScheduler } from '#web/records/data/screen-slicing.ts'

interface SaveTexts {
  readonly saved: string
  readonly failed: string
}

export async function saveCsv(name: string, text: Iterator<unknown, string>, texts: SaveTexts): Promise<void> {
  try {
    saveFile(`${name}.csv`, await untilDone(screenScheduler, text), 'text/csv;charset=utf-8')
    toast.success(texts.saved)
  } catch {
    toast.error(texts.failed)
  }
}
