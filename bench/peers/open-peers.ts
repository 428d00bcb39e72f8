import { createLinearPeer } from './linear-haversine.ts';
import { createOurPeer } from './ours.ts';
import type { CreatePeer, Peer, Positions } from './peer.ts';

/** Loaded one by one, as each needs something that may not be installed. */
const loaders: readonly (readonly [title: string, load: () => Promise<CreatePeer>])[] = [
  ['geokdbush', async () => (await import('./geokdbush.ts')).createGeokdbushPeer],
  ['geoflatbush', async () => (await import('./geoflatbush.ts')).createGeoflatbushPeer],
  ['SQLite', async () => (await import('./sqlite-rtree.ts')).createSqlitePeer],
  ['PostGIS', async () => (await import('./postgis.ts')).createPostgisPeer],
];

export interface OpenedPeers {
  /** Ours is the first. */
  readonly peers: readonly Peer[];
  /** A line for each peer that is not here: which one, and why. */
  readonly absent: readonly string[];
  close(): Promise<void>;
}

/** All peers that are installed here, with these records in them. */
export async function openPeers(positions: Positions): Promise<OpenedPeers> {
  const peers = [createOurPeer(positions), createLinearPeer(positions)];
  const absent: string[] = [];
  for (const [title, load] of loaders) {
    try {
      const create = await load();
      peers.push(await create(positions));
    } catch (error) {
      absent.push(leftOut(title, error));
    }
  }
  return {
    peers,
    absent,
    async close() {
      for (const peer of peers) await peer.close();
    },
  };
}

/** What to print of a peer that cannot be had. */
export function leftOut(title: string, error: unknown): string {
  return `${title} is left out: ${error instanceof Error ? error.message : String(error)}`;
}
