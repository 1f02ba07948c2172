import type { Media } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { keyNamesQuery } from '../../api/keys.ts'
import { downloadQuery, ownedQuery, productsQuery } from '../../api/media.ts'
import { credits, shortId } from '../../format/numbers.ts'
import { Id } from '../../parts/id.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { Renditions } from './renditions.tsx'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

export function Facts({ medium }: { medium: Media }) {
  const { picture, common } = useWords()
  const mode = useMode()
  const products = useQuery(productsQuery(mode))
  const product = products.data?.find(({ id }) => id === medium.productId)
  const owned = useQuery(ownedQuery(mode, medium)).data
  const maker = useQuery(keyNamesQuery).data?.find(({ id }) => id === owned?.keyId)
  const shape = [
    picture.kind[medium.mediaType],
    picture.orientations[medium.orientation],
    owned?.width && `${owned.width} × ${owned.height}`,
    medium.mediaType === 'VIDEO' && `${picture.seconds(medium.durationSeconds)} ${medium.resolution}`,
  ].filter((part) => typeof part === 'string')
  return (
    <dl className="facts border-t border-line pt-5 tabular-nums">
      {owned && <Fact name={picture.madeBy}>{maker?.name ?? owned.keyId ?? picture.byHand}</Fact>}
      {product && <Fact name={picture.productLabel}>{product.name}</Fact>}
      <Fact name={picture.shape}>{common.list(shape)}</Fact>
      <Fact name={picture.model}>{medium.model}</Fact>
      {medium.hook && <Fact name={picture.hook}>“{medium.hook}”</Fact>}
      {medium.angle && <Fact name={picture.angle}>{medium.angle}</Fact>}
      {medium.clientRef && (
        <Fact name={picture.clientRef}>
          <Id id={medium.clientRef} label={picture.clientRef} whole />
        </Fact>
      )}
      {medium.parentId && (
        <Fact name={picture.job}>
          <Link to="/studio/$id" params={{ id: medium.parentId }} className="link mono">
            {shortId(medium.parentId)}
          </Link>
        </Fact>
      )}
      <Fact name={picture.id}>
        <Id id={medium.id} label={picture.id} whole />
      </Fact>
      <Fact name={picture.print}>
        <Id id={medium.promptFingerprint} label={picture.print} />
      </Fact>
    </dl>
  )
}

export function References({ medium, className }: { medium: Media; className: string }) {
  const { picture } = useWords()
  return (
    <section className={`card ${className}`}>
      <div className="card-head">
        <h2>{picture.used}</h2>
      </div>
      <div className="px-4 phone:px-5 pt-3 pb-5">
        {medium.inputs.length === 0 && <p className="text-s text-ink3">{picture.noneUsed}</p>}
        <ul className="flex flex-wrap gap-3">
          {medium.inputs.map((input) => (
            <li key={input.photoReferenceId} className="w-16 text-xs text-ink3">
              <span className="thumb size-16!">
                <img src={input.fileUrl} alt={input.label} loading="lazy" />
              </span>
              <span className="mt-1 block truncate">{input.label}</span>
            </li>
          ))}
        </ul>
        {medium.droppedReferences.length > 0 && (
          <p className="mt-3 text-s text-ink2">{picture.dropped(medium.droppedReferences.length)}</p>
        )}
      </div>
    </section>
  )
}

export function UploadKit({ id }: { id: string }) {
  const { picture, common } = useWords()
  const { data } = useQuery(downloadQuery(useMode(), id))
  if (!data) return null
  const { uploadKit: kit } = data
  const mark = kit.aiOriginMark
  return (
    <section className="card c5">
      <div className="card-head">
        <h2>{picture.kit}</h2>
        <p>{picture.kitHelp}</p>
      </div>
      <dl className="facts px-4 phone:px-5 pt-3.5 pb-5 tabular-nums">
        <Fact name={picture.file}>
          {data.contentType}, {picture.bytes(credits(data.sizeBytes))}
        </Fact>
        <Fact name={picture.pixels}>
          {kit.width} × {kit.height}
          {kit.codec && `, ${kit.codec}`}
        </Fact>
        <Fact name="SHA-256">
          <Id id={data.sha256} label="SHA-256" />
        </Fact>
        <Fact name="MD5">
          <Id id={kit.md5} label="MD5" />
        </Fact>
        <Fact name={picture.placements}>
          {kit.placements.length > 0
            ? common.list(kit.placements.map((one) => one.replace('_', ' ')))
            : picture.noPlacement}
        </Fact>
        <Fact name={picture.renditions}>
          <Renditions renditions={kit.renditions} />
        </Fact>
        <Fact name={picture.aiMark}>{mark === null ? '–' : mark ? picture.present : picture.absent}</Fact>
      </dl>
    </section>
  )
}
