import { sharePath, type UnsharedReason, unsharedReasons } from '#schema/app/shared-files.ts'

export interface Place {
  readonly pathname: string
  readonly search: object
}

export const unsharedIn = ({ pathname, search }: Place): UnsharedReason | undefined =>
  pathname === sharePath
    ? unsharedReasons.find((each) => each === (search as { readonly not?: unknown }).not)
    : undefined
