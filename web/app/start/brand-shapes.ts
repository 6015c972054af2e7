/** A holdfast, the organ with which seaweed clings to rock. */
export const brandView = '56 64 400 400'
export const brandShapes = `<g stroke="currentColor" stroke-width="36" stroke-linecap="round" stroke-linejoin="round">
<path d="M256 84C236 124 272 156 256 204V256"/>
<path d="M256 246C246 276 148 284 148 364C148 404 170 428 198 440"/>
<path d="M256 246C266 276 364 284 364 364C364 404 342 428 314 440"/>
<path d="M250 180C240 138 200 116 154 124C162 168 202 192 250 180Z" fill="currentColor" stroke-width="10"/>
<path d="M262 220C272 178 312 156 358 164C350 208 310 232 262 220Z" fill="currentColor" stroke-width="10"/>
</g><circle cx="256" cy="366" r="62" fill="#e8b265"/>`
