import { useId } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import type { DrawnBars, Look } from './draw-bars.ts'

/** Bars by month with an axis and, for more than one series, a legend. */
export function BarChart({ label, drawn }: { label: string; drawn: DrawnBars | null }) {
  const stripes = useId()
  if (!drawn) return null
  const { height, zero, ticks, bands, legend, line } = drawn
  // Digits of the small text are about half a rem wide.
  const labelWidth = Math.max(2.75, ...ticks.map(({ label: { length } }) => 0.48 * length))
  return (
    <figure className="mt-5">
      {legend.length > 1 && (
        <figcaption className="mb-4 flex flex-wrap gap-x-6 gap-y-1.5 text-sm">
          {legend.map(({ name, look }) => (
            <span key={name} className="inline-flex items-center gap-2">
              <svg width="18" height="12" aria-hidden="true" className="shrink-0">
                {look === 'line' ? (
                  <line x1="0" x2="18" y1="6" y2="6" {...LINE} />
                ) : (
                  <Bar
                    bar={{ look, x: 1, width: 16, y: 1, height: 10 }}
                    unit=""
                    stripes={stripes}
                  />
                )}
              </svg>
              {name}
            </span>
          ))}
        </figcaption>
      )}
      <div className="relative" style={{ paddingLeft: `${labelWidth + 0.5}rem` }}>
        <svg
          role="img"
          aria-label={label}
          width="100%"
          height={height + 1}
          className="block overflow-visible"
        >
          <Stripes id={stripes} />
          {ticks.map(({ y }) => (
            <line key={y} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />
          ))}
          {bands.map((band) => (
            <g key={band.title}>
              <title>{band.title}</title>
              {/* Makes the whole month show the tooltip. */}
              <rect
                x={`${band.x}%`}
                width={`${band.width}%`}
                y="0"
                height={height}
                className="fill-transparent"
              />
              {band.bars.map((bar) => (
                <Bar key={bar.x} bar={bar} unit="%" stripes={stripes} />
              ))}
            </g>
          ))}
          <line x1="0" x2="100%" y1={zero} y2={zero} className="stroke-ink" />
          {line && (
            <svg
              aria-hidden="true"
              width="100%"
              height={height}
              viewBox={`0 0 100 ${height}`}
              preserveAspectRatio="none"
              className="overflow-visible"
            >
              <path d={line} fill="none" vectorEffect="non-scaling-stroke" {...LINE} />
            </svg>
          )}
        </svg>
        <div aria-hidden="true" className="text-xs text-soft tabular-nums">
          {ticks.map(({ y, label: text }) => (
            <span
              key={y}
              className="absolute left-0 -translate-y-1/2 text-right leading-none whitespace-nowrap"
              style={{ top: `${y}px`, width: `${labelWidth}rem` }}
            >
              {text}
            </span>
          ))}
          <div className="mt-2 flex">
            {bands.map(({ title, label: text, more }) => (
              <span
                key={title}
                className={classNames(
                  // A label wider than its month stays centered below it.
                  'flex min-w-0 flex-1 flex-col items-center leading-tight whitespace-nowrap',
                  bands.length > 8 && 'max-sm:[&:nth-last-child(even)]:invisible',
                )}
              >
                <span>{text}</span>
                <span className="text-[0.6875rem]">{more}</span>
              </span>
            ))}
          </div>
        </div>
      </div>
    </figure>
  )
}

const LINE = { className: 'stroke-danger', strokeWidth: 2, strokeDasharray: '5 3' }

type DrawnBar = DrawnBars['bands'][number]['bars'][number]

function Bar({ bar, unit, stripes }: { bar: DrawnBar; unit: string; stripes: string }) {
  const { look, x, width, y, height } = bar
  const place = { x: `${x}${unit}`, width: `${width}${unit}`, y, height }
  if (look === 'striped')
    return (
      <rect {...place} fill={`url(#${stripes})`} className="stroke-primary-700" strokeWidth="1" />
    )
  return <rect {...place} className={FILLS[look]} strokeWidth="1" />
}

const FILLS = {
  solid: 'fill-ink stroke-ink',
  open: 'fill-sheet stroke-soft',
} as const satisfies Record<Exclude<Look, 'striped'>, string>

function Stripes({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="5" className="fill-primary-100" />
        <rect width="2.5" height="5" className="fill-primary-700" />
      </pattern>
    </defs>
  )
}
