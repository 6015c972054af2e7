import { growthOf } from '#schema/sync/protocol.ts'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { useStore } from '#web/ui/store-context.ts'

/** The growth that the firm assumes, in words. */
export const useGrowth = (): string => percent(growthOf(useStore().identity) ?? '0')
