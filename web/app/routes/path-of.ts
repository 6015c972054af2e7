/** The shell depends on this alone, so that a list's search does not rerender it. */
export const pathOf = ({ pathname }: { readonly pathname: string }): string => pathname
