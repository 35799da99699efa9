import { imageInWidth, imageNameIn } from '#domain/shared/image-address.ts'
import type { AboutBlock } from '#domain/site/about/about.ts'

export function Founders({ founders }: Pick<AboutBlock, 'founders'>) {
  if (founders.length === 0) return null
  return (
    <ul className="mt-12 grid gap-x-8 gap-y-12 sm:grid-cols-2">
      {founders.map(({ name, role, image, bio }) => (
        <li key={`${name} ${role}`}>
          {image ? (
            <img
              src={imageNameIn(image) ? imageInWidth(image, 640) : image}
              alt=""
              width={640}
              height={640}
              loading="lazy"
              className="aspect-square w-full rounded-picture bg-sand object-cover"
            />
          ) : (
            <div
              aria-hidden="true"
              className="grid aspect-square w-full place-items-center rounded-picture bg-sand font-heading text-7xl text-edge"
            >
              {initials(name)}
            </div>
          )}
          <h3 className="mt-5 text-2xl">{name}</h3>
          <p className="mt-1 text-sm text-soft">{role}</p>
          <p className="mt-4 whitespace-pre-line">{bio}</p>
        </li>
      ))}
    </ul>
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0) ?? '')
    .join('')
}
