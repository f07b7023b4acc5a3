use crate::{Item, report::LeftOut};
pub(crate) const ITEMS: &[Item] = &[];
pub(crate) const LEFT_OUT: &[LeftOut] = &[];
