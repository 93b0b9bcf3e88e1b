/* Programs see nothing of how it was made. */
#undef WARPWALK_SCALARS
#undef WARPWALK_INTEGERS
#undef WARPWALK_SIZES
#undef WARPWALK_VECTORS
#undef WARPWALK_ADDED
#undef WARPWALK_DECLARED
