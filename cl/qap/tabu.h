/* tabu.h - robust tabu search for quadratic assignment, for one of QAP_GROUP_SIZE work-items that share a search.
 *
 * Includers define
 *   QAP_BITS        32 or 64: width of the numbers of matrices and differences
 *   QAP_SYMMETRIC   1: both matrices are symmetric; 0: ft and dt are used as well
 *   QAP_GROUP_SIZE  work-items: 1, with vectors of numbers; or a multiple of QAP_BLOCK, with single numbers
 *   QAP_WIDE_BYTES  bytes of these vectors on the host, at most 64: those of the processor, because compilers compare
 *                   longer ones number by number
 *   QAP_GLOBAL, QAP_VECTOR, QAP_LOCAL  address spaces of matrices, of vectors [width], and of what work-items exchange
 *   QAP_PHASE       declares a phase of a step: inline, or a function of its own, which has all registers
 *   QAP_BARRIER     waits for all work-items and for their writes
 *   QAP_NAME(name)  distinct names where a source includes this text several times
 *
 * `sums` [item][place] is the cost of the item at the place if all others stay: sum over k of f[i][k] d[q][p[k]], the
 * same of the transposed matrices, and linear[i][q]. A swap of r and s adds a product of two vectors to it, and to the
 * differences of all pairs without r and s, so a step takes O(n^2) additions and no gather:
 *
 *   delta[i][j] = sums[i][p[j]] + sums[j][p[i]] - sums[i][p[i]] - sums[j][p[j]] + (f + ft)[i][j] (d + dt)[p[i]][p[j]]
 *   sums[i][q] += x[i] y[q]            x[i] = f[i][r] - f[i][s], y[q] = d[q][p[r]] - d[q][p[s]] after the swap
 *   delta[i][j] -= (x[i] - x[j]) (z[i] - z[j])      z[i] = y[p[i]]
 *
 * The host chooses a width in which nothing overflows (src/qap/problem.c).
 */
#undef QAP_NUMBER
#undef QAP_MOST
#if QAP_BITS == 64
#define QAP_NUMBER int64_t
#define QAP_MOST   0x7fffffffffffffff /* larger than any number in use */
#else
#define QAP_NUMBER int32_t
#define QAP_MOST   0x7fffffff
#endif
#if QAP_GROUP_SIZE > 1
#define QAP_ELEMENTS    1u        /* number of elements that a work-item processes at once */
#define QAP_COLUMNS     QAP_BLOCK /* number of work-items that share a row */
#define QAP_WIDE        QAP_NUMBER
#define QAP_BELOW(a, b) (-(QAP_NUMBER)((a) < (b)))
#define QAP_SPLAT(a)    (a)
#else
#define QAP_COLUMNS     1u
#define QAP_WIDE        QAP_NAME(qap_wide)
#define QAP_BELOW(a, b) ((a) < (b))
#ifdef ON_DEVICE
#define QAP_ELEMENTS QAP_BLOCK
#define QAP_SPLAT(a) ((QAP_WIDE)(a))
#if QAP_BITS == 64
typedef long16 QAP_WIDE;
#else
typedef int16 QAP_WIDE;
#endif
#else
#define QAP_ELEMENTS (8u * QAP_WIDE_BYTES / QAP_BITS)
#define QAP_SPLAT(a) ((QAP_WIDE){0} + (a))
typedef QAP_NUMBER QAP_WIDE __attribute__((vector_size(QAP_WIDE_BYTES), aligned(4), may_alias));
#endif
#endif
#define QAP_STRIDE             (QAP_COLUMNS * QAP_ELEMENTS) /* numbers of a row that are processed at once */
#define QAP_END(m)             (((m) + QAP_STRIDE - 1) & ~(QAP_STRIDE - 1)) /* end of the numbers that are processed */
#define QAP_ROWS               (QAP_GROUP_SIZE > QAP_COLUMNS ? QAP_GROUP_SIZE / QAP_COLUMNS : 1u)
#define QAP_CHOOSE(mask, a, b) (((a) & (mask)) | ((b) & ~(mask)))
#define QAP_AT(space, array)   (*(space QAP_WIDE *)(array))

/* The arrays of a search. Includers set f, linear, sums, of_item, places, x, values, ties, m and width;
 * qap_complete() derives the other pointers, because each array follows another in memory. */
struct QAP_NAME(qap_view) {
    QAP_GLOBAL const QAP_NUMBER *f, *ft, *d, *dt; /* [m][width] flows and distances with their transposes */
    QAP_GLOBAL const QAP_NUMBER *linear;          /* [m][width] cost of an item at a place without the other items */
    QAP_GLOBAL QAP_NUMBER *sums;                  /* [m][width] cost of each item at each place if all others stay */
    QAP_GLOBAL QAP_NUMBER *delta;                 /* [m][width] change of the cost if items i < j swap places */
    QAP_GLOBAL QAP_NUMBER *until; /* [m][width] last step in which the pair i < j is tabu; QAP_MOST: it never swaps */
    QAP_GLOBAL const QAP_NUMBER *alike; /* [width] class of each item; a swap within a class never changes the cost */
    QAP_GLOBAL int32_t *of_item, *of_place; /* [m][width] last tabu step by item and place; its transpose */
    QAP_GLOBAL uint32_t *places, *best;     /* [width] places of the items; the padding holds further numbers */
    QAP_VECTOR QAP_NUMBER *x, *y, *z, *own; /* [width] vectors of the formulas above; own[i] is sums[i][p[i]] */
    QAP_VECTOR QAP_NUMBER *xt, *yt, *zt;    /* [width] the same vectors for the transposed matrices */
    QAP_LOCAL QAP_NUMBER *values;           /* [QAP_GROUP_SIZE] value of the best swap of each work-item */
    QAP_LOCAL uint32_t *ties;               /* [QAP_GROUP_SIZE] key of this swap among equal values; the lowest wins */
    uint32_t m, width, rows; /* rows: number of rows of pairs; the later items are all of one class */
};

SHARED_INLINE struct QAP_NAME(qap_view) QAP_NAME(qap_complete)(struct QAP_NAME(qap_view) v)
{
    const size_t whole = (size_t)v.m * v.width;
    v.ft = v.f + whole;
    v.d = v.ft + whole;
    v.dt = v.d + whole;
    v.alike = v.linear + whole;
    v.delta = v.sums + whole;
    v.until = v.delta + whole;
    v.of_place = v.of_item + whole;
    v.best = v.places + v.width;
    v.y = v.x + v.width;
    v.z = v.y + v.width;
    v.own = v.z + v.width;
    v.xt = v.own + v.width;
    v.yt = v.xt + v.width;
    v.zt = v.yt + v.width;
    for (v.rows = v.m; v.rows > 0 && v.alike[v.rows - 1] == v.alike[v.m - 1];) {
        --v.rows;
    }
    return v;
}

/* Defines `v` in a phase as a copy of the view. No store to an array can change the copy, so compilers keep its
 * pointers in registers. */
#define QAP_COPY(view) const struct QAP_NAME(qap_view) copy = *(view), *v = &copy

/* The best swap that a work-item has found: smallest value, then smallest tie: (row - offset) * width + column. */
struct QAP_NAME(qap_pick) {
    QAP_NUMBER value;
    uint32_t tie;
};

SHARED_INLINE struct QAP_NAME(qap_pick) QAP_NAME(qap_first)(struct QAP_NAME(qap_pick) a, struct QAP_NAME(qap_pick) b)
{
    const bool before = (b.value < a.value) | ((b.value == a.value) & (b.tie < a.tie));
    return before ? b : a;
}

SHARED_INLINE QAP_NUMBER QAP_NAME(qap_twice)(const struct QAP_NAME(qap_view) * v, uint32_t i, uint32_t j, uint32_t p,
                                             uint32_t q)
{
    const uint32_t w = v->width;
    const QAP_NUMBER f = v->f[i * w + j], d = v->d[p * w + q];
    return QAP_SYMMETRIC ? 2 * f * d : (f + v->ft[i * w + j]) * (d + v->dt[p * w + q]);
}

/* Fills the arrays for the assignment in `places`. */
SHARED_INLINE void QAP_NAME(qap_begin)(const struct QAP_NAME(qap_view) * v, uint32_t id)
{
    const uint32_t w = v->width, m = v->m, row = id / QAP_COLUMNS, column = id % QAP_COLUMNS * QAP_ELEMENTS;
    for (uint32_t i = row; i < m; i += QAP_ROWS) {
        for (uint32_t c = column; c < w; c += QAP_STRIDE) {
            QAP_WIDE sum = QAP_AT(QAP_GLOBAL const, v->linear + i * w + c);
            for (uint32_t k = 0; k < m; ++k) {
                const uint32_t place = v->places[k];
                sum += v->f[i * w + k] * QAP_AT(QAP_GLOBAL const, v->dt + place * w + c);
                if (!QAP_SYMMETRIC) {
                    sum += v->ft[i * w + k] * QAP_AT(QAP_GLOBAL const, v->d + place * w + c);
                }
            }
            QAP_AT(QAP_GLOBAL, v->sums + i * w + c) = sum;
        }
    }
    QAP_BARRIER;
    for (uint32_t i = row; i < m; i += QAP_ROWS) {
        const uint32_t p = v->places[i];
        for (uint32_t c = column; c < w; c += QAP_STRIDE) {
            for (uint32_t j = c; j < c + QAP_ELEMENTS; ++j) {
                const bool is_pair = (j > i) & (j < m);
                QAP_NUMBER change = 0;
                if (is_pair) {
                    const uint32_t q = v->places[j];
                    change = v->sums[i * w + q] + v->sums[j * w + p] - v->sums[i * w + p] - v->sums[j * w + q]
                             + QAP_NAME(qap_twice)(v, i, j, p, q);
                }
                v->delta[i * w + j] = change;
                v->until[i * w + j] = is_pair && v->alike[i] != v->alike[j] ? 0 : QAP_MOST;
                v->of_item[i * w + j] = v->of_place[i * w + j] = 0;
            }
        }
    }
    QAP_BARRIER;
}

/* Finds the best swap in the rows of a work-item. `pending`: first updates the differences for the last swap. A swap
 * with until > now is tabu, and allowed only if it changes the cost by less than `aspired`. */
QAP_PHASE struct QAP_NAME(qap_pick)
    QAP_NAME(qap_scan)(const struct QAP_NAME(qap_view) * view, uint32_t id, uint32_t offset, QAP_NUMBER now,
                       QAP_NUMBER aspired, bool pending)
{
    QAP_COPY(view);
    const uint32_t w = v->width, m = v->m, end = QAP_END(m), column = id % QAP_COLUMNS * QAP_ELEMENTS;
    QAP_WIDE least = QAP_SPLAT(QAP_MOST), tie = QAP_SPLAT(0);
    for (uint32_t k = id / QAP_COLUMNS; k < m; k += QAP_ROWS) {
        const uint32_t i = k + offset < m ? k + offset : k + offset - m;
        const QAP_NUMBER x = v->x[i], z = v->z[i];
        const QAP_NUMBER xt = QAP_SYMMETRIC ? 0 : v->xt[i], zt = QAP_SYMMETRIC ? 0 : v->zt[i];
        QAP_GLOBAL QAP_NUMBER *delta = v->delta + i * w;
        QAP_GLOBAL const QAP_NUMBER *until = v->until + i * w;
        for (uint32_t c = i < v->rows ? ((i + 1) & ~(QAP_STRIDE - 1)) + column : end; c < end; c += QAP_STRIDE) {
            QAP_WIDE change = QAP_AT(QAP_GLOBAL, delta + c);
            if (pending) {
                change -= (x - QAP_AT(QAP_VECTOR, v->x + c)) * (z - QAP_AT(QAP_VECTOR, v->z + c));
                if (!QAP_SYMMETRIC) {
                    change -= (xt - QAP_AT(QAP_VECTOR, v->xt + c)) * (zt - QAP_AT(QAP_VECTOR, v->zt + c));
                }
                QAP_AT(QAP_GLOBAL, delta + c) = change;
            }
            const QAP_WIDE better = QAP_BELOW(change, aspired);
            const QAP_WIDE limit = (better & QAP_MOST) | (~better & (now + 1));
            const QAP_WIDE open = QAP_BELOW(QAP_AT(QAP_GLOBAL const, until + c), limit);
            const QAP_WIDE value = QAP_CHOOSE(open, change, QAP_MOST);
            const QAP_WIDE less = QAP_BELOW(value, least);
            least = QAP_CHOOSE(less, value, least);
            tie = QAP_CHOOSE(less, QAP_SPLAT((QAP_NUMBER)(k * w + c)), tie);
        }
    }
    const QAP_NUMBER *values = (const QAP_NUMBER *)&least, *ties = (const QAP_NUMBER *)&tie;
    struct QAP_NAME(qap_pick) pick = {values[0], (uint32_t)ties[0]};
    for (uint32_t element = 1; element < QAP_ELEMENTS; ++element) {
        const struct QAP_NAME(qap_pick) other = {values[element], (uint32_t)ties[element] + element};
        pick = QAP_NAME(qap_first)(pick, other);
    }
    return pick;
}

/* Returns the best swap of all work-items. */
SHARED_INLINE struct QAP_NAME(qap_pick)
    QAP_NAME(qap_agree)(const struct QAP_NAME(qap_view) * v, uint32_t id, struct QAP_NAME(qap_pick) pick)
{
    for (uint32_t count = QAP_GROUP_SIZE; count > 1; count = (count + QAP_BLOCK - 1) / QAP_BLOCK) {
        const uint32_t next = (count + QAP_BLOCK - 1) / QAP_BLOCK;
        if (id < count) {
            v->values[id] = pick.value;
            v->ties[id] = pick.tie;
        }
        QAP_BARRIER;
        const uint32_t first = count > QAP_BLOCK ? id : 0;
        for (uint32_t other = first; other < count; other += next) {
            const struct QAP_NAME(qap_pick) its = {v->values[other], v->ties[other]};
            pick = QAP_NAME(qap_first)(pick, its);
        }
        QAP_BARRIER;
    }
    return pick;
}

/* Fills the vectors for a swap of items r and s, whose places become p and q. */
QAP_PHASE void QAP_NAME(qap_measure)(const struct QAP_NAME(qap_view) * view, uint32_t id, uint32_t r, uint32_t s,
                                     uint32_t p, uint32_t q)
{
    QAP_COPY(view);
    const uint32_t w = v->width;
    QAP_GLOBAL const QAP_NUMBER *f_r = v->ft + r * w, *f_s = v->ft + s * w, *d_p = v->dt + p * w, *d_q = v->dt + q * w;
    for (uint32_t i = id; i < w; i += QAP_GROUP_SIZE) {
        v->x[i] = f_r[i] - f_s[i];
        v->y[i] = d_p[i] - d_q[i];
        if (!QAP_SYMMETRIC) {
            v->xt[i] = v->f[r * w + i] - v->f[s * w + i];
            v->yt[i] = v->d[p * w + i] - v->d[q * w + i];
        }
    }
    for (uint32_t i = id; i < w; i += QAP_GROUP_SIZE) {
        const uint32_t place = i == r ? p : i == s ? q : v->places[i];
        const QAP_NUMBER z = d_p[place] - d_q[place];
        QAP_NUMBER own = v->own[i] + v->x[i] * z;
        v->z[i] = z;
        if (!QAP_SYMMETRIC) {
            v->zt[i] = v->d[p * w + place] - v->d[q * w + place];
            own += v->xt[i] * v->zt[i];
        }
        v->own[i] = own; /* wrong for items r and s until qap_renew_all() corrects them */
    }
}

QAP_PHASE void QAP_NAME(qap_add)(const struct QAP_NAME(qap_view) * view, uint32_t id)
{
    QAP_COPY(view);
    const uint32_t w = v->width, m = v->m, end = QAP_END(m), column = id % QAP_COLUMNS * QAP_ELEMENTS;
    for (uint32_t i = id / QAP_COLUMNS; i < m; i += QAP_ROWS) {
        QAP_GLOBAL QAP_NUMBER *sums = v->sums + i * w;
        const QAP_NUMBER x = v->x[i], xt = QAP_SYMMETRIC ? 0 : v->xt[i];
        for (uint32_t c = (x | xt) == 0 ? end : column; c < end; c += QAP_STRIDE) {
            QAP_WIDE change = x * QAP_AT(QAP_VECTOR, v->y + c);
            if (!QAP_SYMMETRIC) {
                change += xt * QAP_AT(QAP_VECTOR, v->yt + c);
            }
            QAP_AT(QAP_GLOBAL, sums + c) += change;
        }
    }
}

/* Sets the differences and the tabu marks of the pairs of r after the swap. Adds the change that the next scan
 * subtracts. Three loops, because one would need more pointers than a processor has registers; y holds a part of the
 * differences between the first and the second. */
QAP_PHASE void QAP_NAME(qap_renew)(const struct QAP_NAME(qap_view) * view, uint32_t id, uint32_t r)
{
    QAP_COPY(view);
    const uint32_t w = v->width, m = v->m, p = v->places[r];
    const QAP_NUMBER x = v->x[r], z = v->z[r], own = v->sums[r * w + p], group = v->alike[r];
    const QAP_NUMBER xt = QAP_SYMMETRIC ? 0 : v->xt[r], zt = QAP_SYMMETRIC ? 0 : v->zt[r];
    for (uint32_t j = id; j < m; j += QAP_GROUP_SIZE) {
        QAP_NUMBER change = (x - v->x[j]) * (z - v->z[j]) - own - v->own[j];
        if (!QAP_SYMMETRIC) {
            change += (xt - v->xt[j]) * (zt - v->zt[j]);
        }
        v->y[j] = change;
    }
    for (uint32_t j = id; j < m; j += QAP_GROUP_SIZE) {
        const uint32_t q = v->places[j];
        const QAP_NUMBER change = v->sums[r * w + q] + v->sums[j * w + p] + QAP_NAME(qap_twice)(v, r, j, p, q);
        v->delta[r < j ? r * w + j : j * w + r] = v->y[j] + change;
    }
    for (uint32_t j = id; j < m; j += QAP_GROUP_SIZE) {
        const int32_t forth = v->of_item[r * w + v->places[j]], back = v->of_place[p * w + j];
        v->until[r < j ? r * w + j : j * w + r] = v->alike[j] == group ? QAP_MOST : forth < back ? forth : back;
    }
}

SHARED_INLINE void QAP_NAME(qap_renew_all)(const struct QAP_NAME(qap_view) * v, uint32_t id, uint32_t r, uint32_t s)
{
    if (id == r % QAP_GROUP_SIZE) {
        v->own[r] = v->sums[r * v->width + v->places[r]];
    }
    if (id == s % QAP_GROUP_SIZE) {
        v->own[s] = v->sums[s * v->width + v->places[s]];
    }
    QAP_NAME(qap_renew)(v, id, r);
    QAP_NAME(qap_renew)(v, id, s);
}

/* Runs `steps` steps and leaves consistent arrays. A step whose swaps are all tabu swaps nothing. Each work-item has
 * its own copy of `search`. */
SHARED_INLINE void QAP_NAME(qap_run)(const struct QAP_NAME(qap_view) * v, uint32_t id, uint32_t key_0, uint32_t key_1,
                                     uint32_t steps, struct qap_search *search)
{
    const uint32_t w = v->width, m = v->m;
    bool pending = false;
    if (search->begun == 0) {
        QAP_NAME(qap_begin)(v, id);
        search->begun = 1;
    }
    for (uint32_t i = id; i < w; i += QAP_GROUP_SIZE) {
        v->own[i] = i < m ? v->sums[i * w + v->places[i]] : 0;
        v->x[i] = v->z[i] = 0;
        if (!QAP_SYMMETRIC) {
            v->xt[i] = v->zt[i] = 0;
        }
    }
    QAP_BARRIER;
    for (uint32_t k = 0; k < steps; ++k) {
        const uint32_t step = ++search->step;
        const struct qap_draw draw = qap_draw_step(key_0, key_1, search, m);
        const int64_t gap = search->best - search->cost;
        const QAP_NUMBER aspired = gap < -(int64_t)QAP_MOST ? -QAP_MOST : (QAP_NUMBER)gap;
        struct QAP_NAME(qap_pick) pick = QAP_NAME(qap_scan)(v, id, draw.offset, (QAP_NUMBER)step, aspired, pending);
        pick = QAP_NAME(qap_agree)(v, id, pick);
        pending = pick.value < QAP_MOST;
        if (!pending) { /* all swaps are tabu */
            continue;
        }
        const uint32_t row = pick.tie / w, s = pick.tie - row * w;
        const uint32_t r = row + draw.offset < m ? row + draw.offset : row + draw.offset - m;
        const uint32_t p = v->places[s], q = v->places[r];
        QAP_NAME(qap_measure)(v, id, r, s, p, q);
        QAP_BARRIER;
        search->cost += pick.value;
        const bool is_best = search->cost < search->best;
        search->best = is_best ? search->cost : search->best;
        if (id == 0) {
            v->places[r] = p;
            v->places[s] = q;
            v->of_item[r * w + q] = v->of_place[q * w + r] = (int32_t)(step + draw.tenures[0]);
            v->of_item[s * w + p] = v->of_place[p * w + s] = (int32_t)(step + draw.tenures[1]);
        }
        QAP_NAME(qap_add)(v, id);
        QAP_BARRIER;
        QAP_NAME(qap_renew_all)(v, id, r, s);
        if (is_best) {
            for (uint32_t i = id; i < m; i += QAP_GROUP_SIZE) {
                v->best[i] = v->places[i];
            }
        }
        QAP_BARRIER;
    }
    if (pending) {
        QAP_NAME(qap_scan)(v, id, 0, 0, -QAP_MOST, true);
        QAP_BARRIER;
    }
}

#undef QAP_ELEMENTS
#undef QAP_COLUMNS
#undef QAP_WIDE
#undef QAP_BELOW
#undef QAP_SPLAT
#undef QAP_ROWS
#undef QAP_STRIDE
#undef QAP_END
#undef QAP_CHOOSE
#undef QAP_AT
#undef QAP_COPY
