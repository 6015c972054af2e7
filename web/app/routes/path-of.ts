/**
 * The part of the address that names the screen. The shell depends on it alone, so that a list's search does not redraw
 * the shell.
 */
export const pathOf = ({ pathname }: { readonly pathname: string }): string => pathname
