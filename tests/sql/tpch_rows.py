# SPDX-License-Identifier: Apache-2.0
"""Rows for the queries of TPC-H: the schema and the value distributions of the specification, without its
text grammar. The same seed gives the same rows."""

import datetime
import decimal
import random

import pyarrow as pa
import pyarrow.parquet

REGIONS = ["AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST"]
NATIONS = [("ALGERIA", 0), ("ARGENTINA", 1), ("BRAZIL", 1), ("CANADA", 1), ("EGYPT", 4), ("ETHIOPIA", 0),
           ("FRANCE", 3), ("GERMANY", 3), ("INDIA", 2), ("INDONESIA", 2), ("IRAN", 4), ("IRAQ", 4), ("JAPAN", 2),
           ("JORDAN", 4), ("KENYA", 0), ("MOROCCO", 0), ("MOZAMBIQUE", 0), ("PERU", 1), ("CHINA", 2),
           ("ROMANIA", 3), ("SAUDI ARABIA", 4), ("VIETNAM", 2), ("RUSSIA", 3), ("UNITED KINGDOM", 3),
           ("UNITED STATES", 1)]
COLORS = ["almond", "azure", "blue", "brown", "coral", "cream", "forest", "green", "ivory", "lemon", "navy", "olive",
          "plum", "red", "sky", "tan", "violet", "white"]
TYPES = [["STANDARD", "SMALL", "MEDIUM", "LARGE", "ECONOMY", "PROMO"],
         ["ANODIZED", "BURNISHED", "PLATED", "POLISHED", "BRUSHED"], ["TIN", "NICKEL", "BRASS", "STEEL", "COPPER"]]
CONTAINERS = [["SM", "LG", "MED", "JUMBO", "WRAP"], ["CASE", "BOX", "BAG", "JAR", "PKG", "PACK", "CAN", "DRUM"]]
SEGMENTS = ["AUTOMOBILE", "BUILDING", "FURNITURE", "MACHINERY", "HOUSEHOLD"]
PRIORITIES = ["1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW"]
MODES = ["REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB"]
INSTRUCTIONS = ["DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN"]
WORDS = ["furiously", "special", "requests", "pending", "deposits", "quickly", "ironic", "accounts", "packages",
         "Customer", "Complaints", "slyly", "bold", "theodolites", "express", "final"]
FIRST_DAY, LAST_DAY = datetime.date(1992, 1, 1), datetime.date(1998, 8, 2)
TODAY = datetime.date(1995, 6, 17)

TEXT, KEY, MONEY, NUMBER, DAY = pa.string(), pa.int64(), pa.decimal128(15, 2), pa.int32(), pa.date32()
SCHEMAS = {
    "region": [("r_regionkey", KEY), ("r_name", TEXT), ("r_comment", TEXT)],
    "nation": [("n_nationkey", KEY), ("n_name", TEXT), ("n_regionkey", KEY), ("n_comment", TEXT)],
    "supplier": [("s_suppkey", KEY), ("s_name", TEXT), ("s_address", TEXT), ("s_nationkey", KEY), ("s_phone", TEXT),
                 ("s_acctbal", MONEY), ("s_comment", TEXT)],
    "part": [("p_partkey", KEY), ("p_name", TEXT), ("p_mfgr", TEXT), ("p_brand", TEXT), ("p_type", TEXT),
             ("p_size", NUMBER), ("p_container", TEXT), ("p_retailprice", MONEY), ("p_comment", TEXT)],
    "partsupp": [("ps_partkey", KEY), ("ps_suppkey", KEY), ("ps_availqty", NUMBER), ("ps_supplycost", MONEY),
                 ("ps_comment", TEXT)],
    "customer": [("c_custkey", KEY), ("c_name", TEXT), ("c_address", TEXT), ("c_nationkey", KEY), ("c_phone", TEXT),
                 ("c_acctbal", MONEY), ("c_mktsegment", TEXT), ("c_comment", TEXT)],
    "orders": [("o_orderkey", KEY), ("o_custkey", KEY), ("o_orderstatus", TEXT), ("o_totalprice", MONEY),
               ("o_orderdate", DAY), ("o_orderpriority", TEXT), ("o_clerk", TEXT), ("o_shippriority", NUMBER),
               ("o_comment", TEXT)],
    "lineitem": [("l_orderkey", KEY), ("l_partkey", KEY), ("l_suppkey", KEY), ("l_linenumber", NUMBER),
                 ("l_quantity", MONEY), ("l_extendedprice", MONEY), ("l_discount", MONEY), ("l_tax", MONEY),
                 ("l_returnflag", TEXT), ("l_linestatus", TEXT), ("l_shipdate", DAY), ("l_commitdate", DAY),
                 ("l_receiptdate", DAY), ("l_shipinstruct", TEXT), ("l_shipmode", TEXT), ("l_comment", TEXT)],
}
KEYS = {"region": "r_regionkey", "nation": "n_nationkey", "supplier": "s_suppkey", "part": "p_partkey",
        "partsupp": "ps_partkey,ps_suppkey", "customer": "c_custkey", "orders": "o_orderkey",
        "lineitem": "l_orderkey,l_linenumber"}


class Rows:
    def __init__(self, scale):
        self.random = random.Random(19920101)
        self.suppliers = max(20, round(10_000 * scale))
        self.parts = max(40, round(200_000 * scale))
        self.customers = max(30, round(150_000 * scale))
        self.orders = self.customers * 10

    def money(self, low, high):
        """Cents from `low` to `high`, as a decimal."""
        return decimal.Decimal(self.random.randint(low, high)).scaleb(-2)

    def words(self, count):
        return " ".join(self.random.choices(WORDS, k=count))

    def phone(self, nation):
        return f"{nation + 10}-{self.random.randint(100, 999)}-{self.random.randint(100, 999)}-{self.random.randint(1000, 9999)}"

    def price(self, part):
        return 90_000 + (part // 10) % 20_001 + 100 * (part % 1000)

    def supplier_of(self, part, number):
        return (part + number * (self.suppliers // 4 + (part - 1) // self.suppliers)) % self.suppliers + 1

    def tables(self):
        pick, number = self.random.choice, self.random.randint
        yield "region", [(i, name, self.words(4)) for i, name in enumerate(REGIONS)]
        yield "nation", [(i, name, region, self.words(4)) for i, (name, region) in enumerate(NATIONS)]
        suppliers = []
        for key in range(1, self.suppliers + 1):
            nation = number(0, 24)
            suppliers.append((key, f"Supplier#{key:09}", self.words(2), nation, self.phone(nation),
                              self.money(-99_999, 999_999), self.words(6)))
        yield "supplier", suppliers
        parts = []
        for key in range(1, self.parts + 1):
            maker = number(1, 5)
            parts.append((key, " ".join(self.random.sample(COLORS, 5)), f"Manufacturer#{maker}",
                          f"Brand#{maker}{number(1, 5)}", " ".join(pick(part) for part in TYPES), number(1, 50),
                          " ".join(pick(part) for part in CONTAINERS), decimal.Decimal(self.price(key)).scaleb(-2),
                          self.words(2)))
        yield "part", parts
        yield "partsupp", [(key, self.supplier_of(key, i), number(1, 9999), self.money(100, 100_000), self.words(6))
                           for key in range(1, self.parts + 1) for i in range(4)]
        customers = []
        for key in range(1, self.customers + 1):
            nation = number(0, 24)
            customers.append((key, f"Customer#{key:09}", self.words(2), nation, self.phone(nation),
                              self.money(-99_999, 999_999), pick(SEGMENTS), self.words(6)))
        yield "customer", customers
        orders, lines = self.sales()
        yield "orders", orders
        yield "lineitem", lines

    def sales(self):
        pick, number = self.random.choice, self.random.randint
        orders, lines = [], []
        days = (LAST_DAY - FIRST_DAY).days
        for i in range(self.orders):
            # A third of all customers never order, and keys have gaps, as the specification has it.
            order, customer = i // 8 * 32 + i % 8 + 1, number(1, self.customers)
            customer += 1 if customer % 3 == 0 and customer < self.customers else 0
            ordered = FIRST_DAY + datetime.timedelta(days=number(0, days))
            total, states = 0, []
            for line in range(1, number(1, 7) + 1):
                part, quantity = number(1, self.parts), number(1, 50)
                price, discount, tax = quantity * self.price(part), number(0, 10), number(0, 8)
                shipped = ordered + datetime.timedelta(days=number(1, 121))
                received = shipped + datetime.timedelta(days=number(1, 30))
                states.append("F" if shipped <= TODAY else "O")
                total += price * (100 - discount) * (100 + tax) // 10_000
                lines.append((order, part, self.supplier_of(part, number(0, 3)), line, decimal.Decimal(quantity),
                              decimal.Decimal(price).scaleb(-2), decimal.Decimal(discount).scaleb(-2),
                              decimal.Decimal(tax).scaleb(-2), pick("RA") if received <= TODAY else "N", states[-1],
                              shipped, ordered + datetime.timedelta(days=number(30, 90)), received,
                              pick(INSTRUCTIONS), pick(MODES), self.words(3)))
            status = states[0] if len(set(states)) == 1 else "P"
            orders.append((order, customer, status, decimal.Decimal(total).scaleb(-2), ordered, pick(PRIORITIES),
                           f"Clerk#{number(1, 1000):09}", 0, self.words(5)))
        return orders, lines


def write(folder, scale):
    """One Parquet file a table."""
    for name, rows in Rows(scale).tables():
        schema = pa.schema(SCHEMAS[name])
        columns = [pa.array(values, field.type) for values, field in zip(zip(*rows), schema)]
        pyarrow.parquet.write_table(pa.table(columns, schema=schema), folder / f"{name}.parquet")
