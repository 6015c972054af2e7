import { sharePath, type UnsharedReason, unsharedReasons } from '#schema/app/shared-files.ts'

export interface Place {
  readonly pathname: string
  readonly search: object
}

/** The reason that the address gives why shared files are not here; undefined where they are, and everywhere else. */
export const unsharedIn = ({ pathname, search }: Place): UnsharedReason | undefined =>
  pathname === sharePath
    ? unsharedReasons.find((each) => each === (search as { readonly not?: unknown }).not)
    : undefined
