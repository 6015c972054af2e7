/** A holdfast: what keeps a plant of the sea to its rock while everything else moves. */
export const BrandMark = ({ size }: { readonly size: number }) => (
  <svg width={size} height={size} viewBox="0 0 64 64" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden="true">
    <g strokeWidth="2.6">
      <path d="M32 8c-7 7 7 13 0 20s5 9 0 15" />
      <path d="M21 15c-5 6 5 10 1 16s4 8 6 12" />
      <path d="M43 15c5 6-5 10-1 16s-4 8-6 12" />
    </g>
    <g strokeWidth="3">
      <path d="M32 43c-1 6-9 5-15 12" />
      <path d="M32 43c0 6-3 7-5 13" />
      <path d="M32 43c0 6 3 7 5 13" />
      <path d="M32 43c1 6 9 5 15 12" />
    </g>
    <path d="M10 57h44" strokeWidth="3.4" />
  </svg>
)
