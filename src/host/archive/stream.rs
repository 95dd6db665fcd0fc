//! Large files on their way into an archive, read in pieces and laid aside in a nameless file: nobody holds them whole.
//! `flate2` deflates in pieces, which `libdeflate` can't; its bytes too are the same on every processor.

use std::io::{self, Read, Write as _};

use flate2::{Compression, write::DeflateEncoder};
use libdeflater::Crc;

use super::press::{Data, Deflate, Entry, LEVEL};
use crate::{
    host::fs::{self, Spill},
    model::digest::{Digest, Hasher},
};

/// Bytes that are read at a time.
const PIECE: usize = 64 * 1024;

/// Bytes of each of the three places that are tried first.
const PROBE: usize = 16 * 1024;

/// Opens a file, as often as it is asked.
type Open<'f, 'r> = &'f dyn Fn() -> io::Result<Box<dyn Read + 'r>>;

/// The entry of a file of `size` bytes; `None` when it has another size, or changes between two readings.
pub(super) fn entry<'a>(
    size: u64,
    open: Open<'_, '_>,
    deflate: &mut Deflate,
) -> io::Result<Option<Entry<'a>>> {
    let mut hasher = Hasher::default();
    let mut probes = Probes::of(size);
    let first = each_piece(open, &mut |piece| {
        hasher.update(piece);
        probes.take(piece);
        Ok(())
    })?;
    if first.size != size {
        return Ok(None);
    }
    let aside = |error: io::Error| {
        io::Error::other(format!("in the folder of temporary files: {}", fs::plain(&error)))
    };
    let mut spill = Spill::aside().map_err(io::Error::other)?;
    let mut is_deflated = deflate.gains(probes.pieces.iter().map(Vec::as_slice))?;
    if is_deflated {
        let mut encoder = DeflateEncoder::new(&mut spill, Compression::new(LEVEL.into()));
        let second = each_piece(open, &mut |piece| encoder.write_all(piece).map_err(aside))?;
        encoder.finish().map_err(aside)?;
        if second != first {
            return Ok(None);
        }
        is_deflated = spill.end() < size;
    }
    if !is_deflated {
        spill = Spill::aside().map_err(io::Error::other)?;
        if each_piece(open, &mut |piece| spill.write_all(piece).map_err(aside))? != first {
            return Ok(None);
        }
    }
    let digest: Digest = hasher.finish();
    Ok(Some(Entry { is_deflated, checksum: first.checksum, data: Data::Aside(spill), digest }))
}

/// What a reading came to.
#[derive(PartialEq, Eq)]
struct Sum {
    size: u64,
    checksum: u32,
}

/// Reads all of a file. Pieces are as long as they can be: deflate's bytes are not to hang on how a system hands them
/// out.
fn each_piece(open: Open<'_, '_>, act: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<Sum> {
    let mut file = open()?;
    let (mut size, mut checksum) = (0, Crc::new());
    let mut piece = Vec::with_capacity(PIECE);
    loop {
        piece.clear();
        (&mut file).take(PIECE as u64).read_to_end(&mut piece)?;
        if piece.is_empty() {
            return Ok(Sum { size, checksum: checksum.sum() });
        }
        size += piece.len() as u64;
        checksum.update(&piece);
        act(&piece)?;
    }
}

/// Three places of a file: where it begins, its middle, its end.
struct Probes {
    starts: [u64; 3],
    pieces: [Vec<u8>; 3],
    at: u64,
}

impl Probes {
    fn of(size: u64) -> Self {
        let last = size.saturating_sub(PROBE as u64);
        Self { starts: [0, last / 2, last], pieces: [const { Vec::new() }; 3], at: 0 }
    }

    fn take(&mut self, bytes: &[u8]) {
        let end = self.at + bytes.len() as u64;
        for (start, piece) in self.starts.iter().zip(&mut self.pieces) {
            let (from, to) = ((*start).max(self.at), (start + PROBE as u64).min(end));
            if from < to {
                let place = |at: u64| usize::try_from(at - self.at).unwrap_or(bytes.len());
                piece.extend(&bytes[place(from)..place(to)]);
            }
        }
        self.at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_places_are_found_however_the_pieces_are_cut() {
        let bytes: Vec<u8> = (0..200_000_u32).flat_map(u32::to_le_bytes).collect();
        for of in [1000, 16 * 1024, 300_000, 800_000] {
            let mut probes = Probes::of(bytes.len() as u64);
            bytes.chunks(of).for_each(|piece| probes.take(piece));
            let middle = (bytes.len() - PROBE) / 2;
            assert_eq!(probes.pieces[0], bytes[..PROBE]);
            assert_eq!(probes.pieces[1], bytes[middle..middle + PROBE]);
            assert_eq!(probes.pieces[2], bytes[bytes.len() - PROBE..]);
        }
    }
}
